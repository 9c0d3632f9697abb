extension DrawnChart {
    /// Removes the name of a region from the names inside it.
    ///
    /// For example, the event `stream.start` becomes `start` in the frame `stream`. The method
    /// keeps a full name if its shorter form is already the name of something else.
    mutating func dropRegionNames() {
        let activities = Set(allStates.flatMap(\.activities))
        let events = Set((arrows.flatMap(\.labels) + ignored + updating).map(\.event))
        var regionNames: [Int: [String]] = [:]
        regions.dropNames(of: [], except: activities, &regionNames)
        for index in arrows.indices {
            // An arrow between regions belongs to neither of them.
            let names = regionNames[arrows[index].source, default: []]
            let shared = zip(names, regionNames[arrows[index].target, default: []]).prefix { $0 == $1 }.map(\.0)
            for label in arrows[index].labels.indices {
                arrows[index].labels[label].event = arrows[index].labels[label].event.without(shared, except: events)
            }
        }
    }

    /// The path of every state, with outer states before the nested ones.
    ///
    /// A path consists of the names of states and regions from the outside in.
    var paths: [[String]] { regions.flatMap { $0.paths(at: []) } }

    /// The activities in each state and its enclosing states, by the path of the state.
    ///
    /// A path consists of the names of states and regions from the outside in.
    var activitiesByPath: [[String]: [String]] {
        var activities: [[String]: [String]] = [:]
        for region in regions { region.collectActivities(at: [], outer: [], into: &activities) }
        return activities
    }
}

extension [DrawnChart.Region] {
    /// Removes region names in these regions.
    ///
    /// - Parameters:
    ///   - outer: The names of the enclosing regions.
    ///   - taken: The names of every activity.
    ///   - regionNames: The names of the enclosing regions of each state.
    fileprivate mutating func dropNames(
        of outer: [String],
        except taken: Set<String>,
        _ regionNames: inout [Int: [String]]
    ) {
        for index in indices {
            let names = outer + (self[index].name.map { [$0] } ?? [])
            for state in self[index].states.indices {
                regionNames[self[index].states[state].id] = names
                self[index].states[state].activities = self[index].states[state].activities.map {
                    $0.without(names, except: taken)
                }
                self[index].states[state].regions.dropNames(of: names, except: taken, &regionNames)
            }
        }
    }
}

extension DrawnChart.Region {
    fileprivate func paths(at path: [String]) -> [[String]] {
        states.flatMap { state in
            let path = path + (name.map { [$0] } ?? []) + [state.name]
            return [path] + state.regions.flatMap { $0.paths(at: path) }
        }
    }

    fileprivate func collectActivities(at path: [String], outer: [String], into activities: inout [[String]: [String]])
    {
        for state in states {
            let path = path + (name.map { [$0] } ?? []) + [state.name]
            let own = outer + state.activities
            activities[path] = own
            for region in state.regions { region.collectActivities(at: path, outer: own, into: &activities) }
        }
    }
}

extension String {
    /// Returns the name without the region names at its beginning.
    fileprivate func without(_ regions: [String], except taken: Set<String>) -> String {
        let short = regions.reduce(self) { name, region in
            name.hasPrefix(region + ".") ? String(name.dropFirst(region.count + 1)) : name
        }
        return taken.contains(short) ? self : short
    }
}
