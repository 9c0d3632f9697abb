import Foundation

/// The processor time of this process, which depends less on other processes than wall-clock time.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
