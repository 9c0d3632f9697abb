"""The lines of the scripts that a page executes."""

import bundle


class Executed:
    """Counts what a page executes from now on. Its scripts are not compact, so that their lines are those of the files."""

    def __init__(self, page, resources):
        self.page = page
        self.resources = resources
        #: The text of each script that has begun, by the ID that the browser gave it.
        self.begun = {}
        self.session = page.context.new_cdp_session(page)
        self.session.send("Profiler.enable")
        self.session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    def lines(self, *built):
        """What was executed since the last call, as pairs of a file and the number of a line; the page has shown these built pages."""
        constants = {tuple(bundle.scripts(page)) for page in built}
        texts = {bundle.script(self.resources, *names, isCompact=False): list(self.places(names)) for names in constants if names}
        lengths = {len(text): text for text in texts}
        found = set()
        for script in self.session.send("Profiler.takePreciseCoverage")["result"]:
            ranges = [range for function in script["functions"] for range in function["ranges"]]
            # When it begins, a script executes all of its text. What the check evaluates is shorter.
            begun = lengths.get(max(range["endOffset"] for range in ranges))
            if begun and script["scriptId"] not in self.begun:
                self.begun[script["scriptId"]] = begun
            if text := self.begun.get(script["scriptId"]):
                found |= {place for place, isExecuted in zip(texts[text], self.executed(text, ranges)) if isExecuted}
        return found

    def executed(self, text, ranges):
        """Whether each line was executed."""
        executed = bytearray(len(text))
        # An inner range comes after the one around it.
        for range in sorted(ranges, key=lambda range: (range["startOffset"], -range["endOffset"])):
            begin, end = range["startOffset"], range["endOffset"]
            executed[begin:end] = bytes([range["count"] > 0]) * (end - begin)
        offset = 0
        for line in text.split("\n"):
            yield any(executed[offset + len(line) - len(line.lstrip()):offset + len(line)])
            offset += len(line) + 1

    def places(self, constants):
        """The file and the number of each line of a script."""
        yield "", 0
        for constant in constants:
            for name in bundle.listed(constant):
                count = (self.resources / name).read_text().count("\n")
                # One line before the module, and two after it.
                yield name, -1
                yield from ((name, number) for number in range(count))
                yield name, -1
                yield name, -1
