// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Empty: only the generator of ids uses the real one.
