#if os(Linux)
/// Whether an exploration survives traps.
let canSurvive = true
#else
/// Whether an exploration survives traps.
let canSurvive = false
#endif
