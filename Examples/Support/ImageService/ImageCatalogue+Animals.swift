extension ImageCatalogue {
    /// Animals, and subjects from the sea.
    ///
    /// Each line contains the tags of a picture and its photographer.
    static let animals = """
        cat, pet, window, sun, sleeping | HomeLight
        cat, kitten, basket, wool, cute | Mirela
        cat, eyes, black, portrait | CityWalker
        dog, puppy, grass, playing, ball | Mirela
        dog, beach, running, wet, happy | Isla_M
        dogs, sled, snow, husky, race | Northbound
        dog, portrait, old, brown, eyes | HomeLight
        horse, meadow, running, mane, brown | Tomas_K
        horses, wild, dust, desert, herd | DryLand
        cow, alpine, bell, meadow, mountain | Bergsteiger
        sheep, flock, hill, shepherd, dog | Tomas_K
        goat, mountain, rock, horns | Bergsteiger
        pig, farm, mud, piglet | Tomas_K
        hen, farm, eggs, straw | Tomas_K
        rabbit, grass, ears, spring | Annelie
        fox, snow, red, winter, hunting | Northbound
        fox, forest, cub, den, summer | Frostwork
        wolf, forest, snow, pack, eyes | Northbound
        bear, river, salmon, fishing | Northbound
        polar bear, ice, cub, Arctic, white | Northbound
        deer, forest, antlers, mist, autumn | Frostwork
        squirrel, nut, tree, autumn, park | Annelie
        hedgehog, leaves, autumn, garden | Annelie
        owl, night, branch, eyes, forest | Frostwork
        eagle, flight, mountain, wings | Bergsteiger
        kingfisher, bird, branch, river, blue | Koi_Pond
        robin, bird, winter, snow, red | Frostwork
        swan, lake, white, reflection | Koi_Pond
        ducks, pond, ducklings, water | Koi_Pond
        flamingo, pink, lagoon, flock, bird | Isla_M
        parrot, tropical, feathers, colorful, bird | Isla_M
        penguin, ice, colony, Antarctica, bird | Northbound
        hummingbird, flower, flight, nectar, bird | Beekeeper
        stork, nest, roof, village, bird | Tomas_K
        bee, flower, honey, pollen, macro | Beekeeper
        bees, hive, honeycomb, beekeeper, wax | Beekeeper
        butterfly, flower, wings, orange, macro | Beekeeper
        butterflies, migration, forest, Mexico | Beekeeper
        dragonfly, pond, reed, wings, macro | Koi_Pond
        ladybird, leaf, red, dots, macro | Annelie
        spider, web, dew, morning, macro | Annelie
        ant, leaf, carrying, macro, work | Beekeeper
        frog, pond, leaf, green, water | Koi_Pond
        lizard, rock, sun, desert, scales | DryLand
        snake, sand, trail, desert | DryLand
        turtle, sea, underwater, reef, swimming | BlueDepth
        dolphin, sea, jump, wave | BlueDepth
        whale, sea, tail, fjord, Norway | Northbound
        shark, underwater, deep, blue, fish | BlueDepth
        clownfish, anemone, reef, underwater, fish | BlueDepth
        fish, school, reef, coral, diver | BlueDepth
        jellyfish, aquarium, glow, dark, blue | BlueDepth
        octopus, underwater, camouflage, rock | BlueDepth
        seahorse, seaweed, underwater, macro | BlueDepth
        starfish, beach, sand, shell | Isla_M
        crab, beach, claws, rock, tide | Isla_M
        seal, rock, coast, sleeping | Northbound
        elephant, savanna, herd, Africa, dust | Amara_O
        lion, savanna, mane, Africa, portrait | Amara_O
        lioness, cubs, grass, Africa, resting | Amara_O
        giraffe, savanna, acacia, sunset, Africa | Amara_O
        zebra, stripes, herd, water, Africa | Amara_O
        monkey, temple, baby, tree, Asia | Priya_R
        tiger, forest, stripes, India, water | Priya_R
        panda, bamboo, eating, China | Jun_Ito
        koala, eucalyptus, sleeping, Australia | Isla_M
        kangaroo, sunset, grass, Australia, jump | Isla_M
        koi, fish, pond, orange, Japan | Koi_Pond
        sea, wave, surf, blue, power | BlueDepth
        surfer, sea, wave, board, sport | BlueDepth
        beach, sand, footprints, summer, sea | Isla_M
        beach, umbrella, chairs, holiday, turquoise | Isla_M
        lighthouse, coast, rocks, sea, evening | Isla_M
        harbor, boats, fishing, village, nets | Luc_D
        sailing, boat, regatta, sea, wind | BlueDepth
        shells, sand, beach, macro, collection | Isla_M
        island, lagoon, aerial, reef, tropical | SkyView
        pier, long exposure, sea, dusk | HomeLight
        iceberg, sea, Greenland, blue, ice | Northbound
        fjord, ferry, mountains, Norway, sea | Northbound
        diver, reef, underwater, light, sea | BlueDepth
        """
}
