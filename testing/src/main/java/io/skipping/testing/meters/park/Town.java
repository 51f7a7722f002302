// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import java.nio.charset.StandardCharsets;

/**
 * Describes a French town.
 *
 * @param department number of the département, 1 to 95 (both Corsican ones are 20)
 * @param name its name
 * @param latitude degrees
 * @param longitude degrees
 * @param inhabitants approximate number
 * @param altitude metres
 */
public record Town(int department, String name, double latitude, double longitude, int inhabitants, int altitude) {
    /** Returns the name in UTF-8. */
    public byte[] nameUtf8() {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
