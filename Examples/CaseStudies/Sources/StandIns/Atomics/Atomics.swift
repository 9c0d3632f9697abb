// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Empty, because only the ID generator uses the real module.
