// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holds the towns around which meters stand, and picks among them. */
public final class Towns {
    private static final String RESOURCE = "towns.txt";
    private static final int NEIGHBOURS = 5;
    private static final Towns FRANCE = new Towns(load());

    private final List<Town> towns;
    private final long[] inhabitantsUpTo;
    private final int[][] neighbours;

    Towns(List<Town> towns) {
        this.towns = List.copyOf(towns);
        inhabitantsUpTo = towns.stream().mapToLong(Town::inhabitants).toArray();
        Arrays.parallelPrefix(inhabitantsUpTo, Long::sum);
        neighbours = IntStream.range(0, towns.size()).mapToObj(this::nearest).toArray(int[][]::new);
    }

    /** Returns several hundred towns of metropolitan France. */
    public static Towns france() {
        return FRANCE;
    }

    int size() {
        return towns.size();
    }

    Town get(int index) {
        return towns.get(index);
    }

    /** Returns all towns. */
    public List<Town> all() {
        return towns;
    }

    /**
     * Returns the town of one inhabitant; a town is thus picked in proportion to its inhabitants.
     *
     * @param share the position of the inhabitant in the list of all, from 0 (inclusive) to 1 (exclusive)
     */
    int ofInhabitant(double share) {
        long inhabitant = (long) (share * inhabitantsUpTo[inhabitantsUpTo.length - 1]);
        int found = Arrays.binarySearch(inhabitantsUpTo, inhabitant);
        // an exact hit is the first inhabitant of the next town
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Returns the few towns that are nearest to a town, nearest first. */
    int[] neighbours(int town) {
        return neighbours[town];
    }

    private int[] nearest(int town) {
        Town from = towns.get(town);
        return IntStream.range(0, towns.size())
                .filter(other -> other != town)
                .boxed()
                .sorted(Comparator.comparingDouble(other -> {
                    Town to = towns.get(other);
                    return Geography.kilometres(from.latitude(), from.longitude(), to.latitude(), to.longitude());
                }))
                .limit(NEIGHBOURS)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static List<Town> load() {
        List<Town> towns = new ArrayList<>();
        try (InputStream resource = Towns.class.getResourceAsStream(RESOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    towns.add(parse(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return towns;
    }

    private static Town parse(String line) {
        String[] fields = line.split("\\|");
        return new Town(
                Integer.parseInt(fields[0]),
                fields[1],
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Integer.parseInt(fields[4]),
                Integer.parseInt(fields[5]));
    }
}
