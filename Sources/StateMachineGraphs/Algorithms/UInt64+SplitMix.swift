extension UInt64 {
    /// This word with its bits mixed.
    ///
    /// Each bit of this word changes each bit of the result about half of the time. This is the
    /// finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    /// generators", 2014) with the constants Mix13 of Stafford, "Better bit mixing", 2011.
    @inlinable
    var splitMixed: UInt64 {
        var word = self
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
