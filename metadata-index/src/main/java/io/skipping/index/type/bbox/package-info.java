// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps boxes around the points or geometries of a range, which decide whether these may be in an area.
 * {@link io.skipping.index.type.bbox.GeometryBounds} defines which geometries are summarised.
 */
package io.skipping.index.type.bbox;
