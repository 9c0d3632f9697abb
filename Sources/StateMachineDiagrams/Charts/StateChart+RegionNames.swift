extension StateChart {
    /// Leaves the name of a region out of the names inside it: in the frame `stream`, the event
    /// `stream.start` is `start`.
    ///
    /// A name stays whole where another one reads like the rest of it.
    mutating func dropRegionNames() {
        let activities = Set(allStates.flatMap(\.activities))
        let events = Set((arrows.flatMap(\.labels) + ignored + updating).map(\.event))
        var regionNames: [Int: [String]] = [:]
        regions.dropNames(of: [], except: activities, &regionNames)
        for index in arrows.indices {
            // An arrow between regions is in neither of them.
            let names = regionNames[arrows[index].source, default: []]
            let shared = zip(names, regionNames[arrows[index].target, default: []]).prefix { $0 == $1 }.map(\.0)
            for label in arrows[index].labels.indices {
                arrows[index].labels[label].event = arrows[index].labels[label].event.without(shared, except: events)
            }
        }
    }

    /// What goes on in each state, and in the states around it, by the names of states and regions
    /// from the outside in.
    var activitiesByPath: [[String]: [String]] {
        var activities: [[String]: [String]] = [:]
        for region in regions { region.collectActivities(at: [], outer: [], into: &activities) }
        return activities
    }
}

extension [StateChart.Region] {
    /// - Parameters:
    ///   - outer: The names of the regions around these.
    ///   - taken: All names of activities.
    ///   - regionNames: For each state, the names of the regions that it is in.
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

extension StateChart.Region {
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
    /// The name without the names of regions that it begins with.
    fileprivate func without(_ regions: [String], except taken: Set<String>) -> String {
        let short = regions.reduce(self) { name, region in
            name.hasPrefix(region + ".") ? String(name.dropFirst(region.count + 1)) : name
        }
        return taken.contains(short) ? self : short
    }
}
