extension ImageCatalogue {
    /// Flowers, trees, landscapes and weather.
    ///
    /// Each line contains the tags of a picture and its photographer.
    static let nature = """
        rose, flower, red, blossom, garden | Annelie
        rose, flower, white, petals | Tomas_K
        roses, flower, bouquet, wedding, pink | Mirela
        tulip, flower, spring, yellow | GardenPath
        tulips, flower, field, Netherlands, rows | GardenPath
        tulip, flower, red, macro | Annelie
        sunflower, flower, field, summer, yellow | Jun_Ito
        sunflower, flower, bee, pollen, macro | Beekeeper
        sunflowers, flower, sunset, landscape | Jun_Ito
        daisy, flower, white, meadow | Annelie
        daisies, flower, meadow, summer, grass | Mirela
        poppy, flower, red, field | Tomas_K
        poppies, flower, cornfield, summer, sky | Tomas_K
        lily, flower, orange, garden | GardenPath
        water lily, flower, pond, pink, leaf | Koi_Pond
        lotus, flower, pond, temple, Asia | Koi_Pond
        orchid, flower, purple, exotic | Mirela
        orchid, flower, white, pot, window | HomeLight
        lavender, flower, field, Provence, purple | Luc_D
        lavender, flower, bee, macro | Beekeeper
        cherry blossom, flower, tree, spring, Japan | Jun_Ito
        apple blossom, flower, tree, orchard, spring | Annelie
        magnolia, flower, tree, pink | GardenPath
        crocus, flower, snow, spring, purple | Frostwork
        snowdrop, flower, snow, winter, white | Frostwork
        iris, flower, blue, garden | GardenPath
        dandelion, flower, seeds, wind, macro | Annelie
        dandelions, flower, meadow, yellow, children | Mirela
        hydrangea, flower, blue, shrub | GardenPath
        peony, flower, pink, vase, table | HomeLight
        peonies, flower, market, bouquet | HomeLight
        cornflower, flower, blue, field | Tomas_K
        hibiscus, flower, red, tropical | Isla_M
        marigold, flower, orange, festival, India | Priya_R
        carnation, flower, pink, bouquet | Mirela
        anemone, flower, forest, spring, white | Frostwork
        edelweiss, flower, Alps, mountain, rock | Bergsteiger
        gentian, flower, blue, alpine, meadow | Bergsteiger
        cactus, flower, desert, pink | DryLand
        flower shop, street, bouquet, bicycle | Luc_D
        flower bed, park, bench, city | CityWalker
        wild flowers, meadow, hill, butterfly | Annelie
        oak, tree, old, field, autumn | Tomas_K
        birch, trees, forest, white, trunk | Frostwork
        forest, path, light, morning, mist | Frostwork
        forest, pine, trees, aerial, road | SkyView
        autumn, leaves, maple, red, park | Jun_Ito
        leaf, macro, green, veins, drop | Annelie
        moss, stone, forest, stream | Frostwork
        mushroom, forest, autumn, moss | Tomas_K
        fern, green, leaf, forest | Annelie
        bamboo, forest, path, Kyoto, Japan | Jun_Ito
        palm, tree, beach, tropical, sunset | Isla_M
        mountain, lake, reflection, Alps, morning | Bergsteiger
        mountain, snow, peak, climber, ridge | Bergsteiger
        mountains, valley, fog, sunrise | SkyView
        mountain, hut, trail, hiking, summer | Bergsteiger
        volcano, crater, smoke, Iceland | Northbound
        glacier, ice, blue, mountain, crevasse | Northbound
        waterfall, river, forest, long exposure | Frostwork
        waterfall, rainbow, Iceland, cliff | Northbound
        river, valley, bridge, autumn | Tomas_K
        lake, boat, jetty, calm, evening | HomeLight
        canyon, desert, rock, red, river | DryLand
        desert, dunes, sand, camel, caravan | DryLand
        dune, sand, wind, shadow, Sahara | DryLand
        cliff, sea, lighthouse, storm | Isla_M
        field, wheat, harvest, summer, grain | Tomas_K
        vineyard, hills, grapes, autumn, Tuscany | Luc_D
        rice, terraces, green, Vietnam, field | Priya_R
        storm, lightning, night, clouds, city | SkyView
        rain, window, drops, grey, evening | CityWalker
        rain, umbrella, street, reflection, night | CityWalker
        rainbow, field, storm, clouds | SkyView
        snow, winter, cabin, forest, smoke | Frostwork
        frost, window, ice, pattern, cold | Frostwork
        fog, bridge, morning, river | CityWalker
        clouds, sky, airplane, sunset, view | SkyView
        aurora, northern lights, night, snow, sky | Northbound
        milky way, stars, night, sky, mountain | SkyView
        moon, full, night, clouds, silhouette | SkyView
        sunrise, sea, clouds, orange, calm | Isla_M
        tornado, storm, plain, clouds, weather | SkyView
        hail, ice, weather, garden, summer | Tomas_K
        """
}
