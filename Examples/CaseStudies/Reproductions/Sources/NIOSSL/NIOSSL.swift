// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum NIOSSLError: Error { case uncleanShutdown }
