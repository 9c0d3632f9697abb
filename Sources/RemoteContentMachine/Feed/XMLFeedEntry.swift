/// The elements of an entry that have been read so far.
struct XMLFeedEntry {
    private var result = FeedItemDraft()
    private var permanentLink = ""
    private var texts: (short: String?, whole: String?)
    private var dates: (published: String?, changed: String?)

    /// Reads the attributes of an element, because Atom stores links in attributes.
    mutating func note(_ element: XMLFeedElement, _ attributes: [String: String]) {
        guard element.isAtom("link"), result.link.isEmpty, let address = attributes["href"] else { return }
        if ["alternate", nil].contains(attributes["rel"]) { result.link = address }
    }

    /// Reads the text of an element.
    mutating func take(_ field: XMLFeedField) {
        let element = field.element
        if element.isCore("title") || element.isAtom("title") {
            result.title = field.plainText
        } else if element.isCore("link") && !element.isAtom("link") {
            result.link = field.text
        } else if element.isCore("guid") {
            result.id = field.text
            if field.attributes["isPermaLink"] != "false" { permanentLink = field.text }
        } else if element.isAtom("id") {
            result.id = field.text
        } else if element.isCore("pubDate") || element.isAtom("published") {
            dates.published = field.text
        } else if element.isExtension("date") || element.isAtom("updated") {
            dates.changed = field.text
        } else if element.isCore("description") || element.isAtom("summary") {
            texts.short = field.plainText
        } else if element.isExtension("encoded") || element.isAtom("content") {
            texts.whole = field.plainText
        }
    }

    /// The contents of the entry, with the preferred link, dates and summaries.
    var draft: FeedItemDraft {
        var draft = result
        if draft.link.trimmed.isEmpty { draft.link = permanentLink }
        draft.dates = [dates.published, dates.changed]
        draft.summaries = [texts.short, texts.whole]
        return draft
    }
}
