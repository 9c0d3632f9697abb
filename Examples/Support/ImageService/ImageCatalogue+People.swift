extension ImageCatalogue {
    /// Cities, food, people, vehicles and technology.
    ///
    /// Each line contains the tags of a picture and its photographer.
    static let people = """
        city, skyline, night, lights, river | CityWalker
        city, street, rush hour, crowd, crossing | CityWalker
        New York, city, skyscraper, taxi, street | CityWalker
        Paris, city, tower, bridge, river | Luc_D
        Venice, canal, gondola, city, bridge | Luc_D
        London, bridge, bus, red, city | CityWalker
        Prague, old town, roofs, tower, city | Tomas_K
        Tokyo, city, neon, night, street | Jun_Ito
        Singapore, city, harbor, skyline, garden | Priya_R
        Istanbul, mosque, city, Bosporus, sunset | Amara_O
        Marrakech, market, spices, lanterns, souk | Amara_O
        Lisbon, tram, hill, yellow, city | Luc_D
        Amsterdam, canal, bicycles, houses, city | GardenPath
        Rome, ruins, arena, city, history | Luc_D
        Dubai, tower, desert, city, glass | DryLand
        Havana, car, oldtimer, street, colorful | DryLand
        Berlin, station, glass, city, evening | CityWalker
        Stockholm, island, boats, city, winter | Northbound
        castle, hill, forest, autumn, tower | Tomas_K
        church, window, stained glass, light | HomeLight
        library, books, shelves, reading, hall | HomeLight
        bridge, steel, river, architecture, night | CityWalker
        skyscraper, glass, facade, architecture, blue | CityWalker
        stairs, spiral, architecture, pattern, light | HomeLight
        door, blue, wall, flowers, village | Luc_D
        windmill, field, Netherlands, canal | GardenPath
        market, vegetables, stall, woman, colors | Priya_R
        playground, children, swing, park | Mirela
        bread, bakery, flour, fresh, oven | Luc_D
        croissant, coffee, breakfast, table, cafe | Luc_D
        coffee, cup, beans, steam, wood | HomeLight
        coffee, barista, machine, cafe, milk | CityWalker
        tea, pot, cup, Japan, ceremony | Jun_Ito
        pizza, oven, cheese, tomato, basil | Luc_D
        pasta, tomato, basil, plate, Italy | Luc_D
        sushi, fish, rice, plate, Japan | Jun_Ito
        curry, spices, rice, bowl, India | Priya_R
        soup, pumpkin, bowl, autumn, seeds | HomeLight
        salad, vegetables, bowl, healthy, green | HomeLight
        apple, fruit, red, basket, orchard | Tomas_K
        apples, fruit, market, crate, autumn | Tomas_K
        oranges, fruit, slice, juice, fresh | HomeLight
        lemon, fruit, yellow, tree, Sicily | Luc_D
        strawberry, berry, fruit, red, bowl | Annelie
        blueberry, berry, fruit, forest, pancakes | Annelie
        raspberry, berry, fruit, cake, cream | Mirela
        cherries, fruit, tree, summer, red | Annelie
        grapes, fruit, vine, wine, harvest | Luc_D
        watermelon, fruit, slice, summer, beach | Isla_M
        cake, birthday, candles, chocolate, party | Mirela
        chocolate, cocoa, dessert, dark, nuts | HomeLight
        ice cream, cone, summer, strawberry, hand | Mirela
        cheese, knife, board, wine, grapes | Luc_D
        honey, jar, spoon, breakfast, bread | Beekeeper
        eggs, breakfast, pan, bacon, kitchen | HomeLight
        knives, kitchen, board, cook, steel | HomeLight
        chef, kitchen, fire, pan, restaurant | CityWalker
        baker, dough, hands, flour, work | Luc_D
        carpenter, workshop, wood, plane, work | Tomas_K
        blacksmith, forge, fire, hammer, work | Tomas_K
        potter, clay, wheel, hands, craft | Priya_R
        tailor, sewing, machine, fabric, work | Amara_O
        farmer, tractor, field, harvest, work | Tomas_K
        fisherman, net, boat, dawn, work | BlueDepth
        doctor, hospital, patient, stethoscope | Amara_O
        nurse, hospital, mask, portrait, work | Amara_O
        teacher, school, children, blackboard | Amara_O
        firefighter, fire, hose, smoke, rescue | CityWalker
        scientist, laboratory, microscope, research | LabNotes
        programmer, laptop, code, office, night | LabNotes
        meeting, office, team, table, business | CityWalker
        handshake, business, office, contract | CityWalker
        photographer, camera, mountain, tripod, sunrise | SkyView
        musician, guitar, street, song, hat | CityWalker
        pianist, piano, hands, concert, music | HomeLight
        dancer, ballet, stage, light, jump | Mirela
        painter, canvas, brush, colors, studio | Mirela
        runner, marathon, city, sport, crowd | CityWalker
        cyclist, bicycle, mountain, road, sport | Bergsteiger
        football, stadium, game, sport, fans | Amara_O
        family, beach, sunset, children, silhouette | Isla_M
        grandmother, child, reading, book, sofa | HomeLight
        friends, campfire, night, tent, stars | Bergsteiger
        wedding, couple, dance, garden, lights | Mirela
        baby, sleeping, blanket, hands, family | Mirela
        car, oldtimer, red, chrome, road | DryLand
        car, electric, charging, street, city | LabNotes
        cars, traffic, highway, night, lights | CityWalker
        bus, stop, rain, evening, people | CityWalker
        train, steam, bridge, mountain, smoke | Bergsteiger
        train, station, platform, travel, blur | CityWalker
        tram, snow, city, evening, lights | Northbound
        bicycle, wall, basket, flowers, summer | GardenPath
        motorcycle, road, desert, travel, freedom | DryLand
        truck, highway, sunset, transport | DryLand
        ship, container, harbor, crane, trade | BlueDepth
        airplane, runway, sunset, airport, travel | SkyView
        helicopter, rescue, mountain, snow | Bergsteiger
        hot air balloon, sky, valley, sunrise, flight | SkyView
        rocket, launch, smoke, night, space | LabNotes
        satellite, dish, antenna, stars, space | LabNotes
        computer, keyboard, desk, screen, office | LabNotes
        laptop, coffee, desk, work, home | HomeLight
        phone, hand, screen, app, street | LabNotes
        robot, arm, factory, industry, welding | LabNotes
        drone, flight, camera, field, sky | SkyView
        circuit, board, chip, electronics, macro | LabNotes
        server, data center, cables, lights, network | LabNotes
        solar, panels, roof, energy, sun | LabNotes
        wind, turbines, energy, sea, sky | SkyView
        camera, lens, vintage, film, leather | HomeLight
        clock, gears, time, vintage, macro | HomeLight
        headphones, music, vinyl, record, turntable | HomeLight
        telescope, observatory, stars, dome, night | LabNotes
        crane, construction, city, steel, workers | CityWalker
        """
}
