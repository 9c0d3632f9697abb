/// placeholder
enum Thresholds { enum Task { case check, update } }
