// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.testng.annotations.Test;

public class TestNeighbourhood {
    @Test
    public void testBoxIsAsWideAsAsked() {
        for (double latitude : new double[] {41.5, 46, 51}) {
            Neighbourhood box = Neighbourhood.box(latitude, 2.5, 20);
            // on a sphere
            double north = greatCircle(box.minLatitude(), 2.5, box.maxLatitude(), 2.5);
            double east = greatCircle(latitude, box.minLongitude(), latitude, box.maxLongitude());
            assertThat(north).isCloseTo(20, within(0.2));
            assertThat(east).isCloseTo(20, within(0.2));
        }
    }

    @Test
    public void testBoxHoldsItsMiddleAndItsEdges() {
        Neighbourhood box = Neighbourhood.box(45, 5, 10);
        assertThat(box.contains(45, 5)).isTrue();
        assertThat(box.contains(box.minLatitude(), box.maxLongitude())).isTrue();
        assertThat(box.contains(box.minLatitude() - 1e-9, 5)).isFalse();
        assertThat(box.contains(45, box.maxLongitude() + 1e-9)).isFalse();
    }

    @Test
    public void testWidthMustBePositive() {
        assertThatThrownBy(() -> Neighbourhood.box(45, 5, 0)).hasMessageContaining("positive");
        assertThatThrownBy(() -> Neighbourhood.box(45, 5, Double.NaN)).hasMessageContaining("positive");
    }

    private static double greatCircle(double latitude, double longitude, double otherLatitude, double otherLongitude) {
        double a = Math.toRadians(latitude);
        double b = Math.toRadians(otherLatitude);
        double half = Math.pow(Math.sin((b - a) / 2), 2)
                + Math.cos(a) * Math.cos(b) * Math.pow(Math.sin(Math.toRadians(otherLongitude - longitude) / 2), 2);
        return 2 * 6371 * Math.asin(Math.sqrt(half));
    }
}
