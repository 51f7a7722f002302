// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

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

/** The towns around which meters stand, with what is needed to pick among them. */
final class Towns {
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

    /** Several hundred towns of metropolitan France. */
    static Towns france() {
        return FRANCE;
    }

    int size() {
        return towns.size();
    }

    Town get(int index) {
        return towns.get(index);
    }

    List<Town> all() {
        return towns;
    }

    /**
     * The town of one inhabitant, so that big towns come up as often as they have people.
     *
     * @param share where the inhabitant stands in the list of all, from 0 (included) to 1 (excluded)
     */
    int ofInhabitant(double share) {
        long inhabitant = (long) (share * inhabitantsUpTo[inhabitantsUpTo.length - 1]);
        int found = Arrays.binarySearch(inhabitantsUpTo, inhabitant);
        // an exact hit is the first inhabitant after that town
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The few towns nearest to this one, nearest first. */
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
