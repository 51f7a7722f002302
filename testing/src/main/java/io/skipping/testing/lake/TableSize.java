// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

/**
 * Holds the size of a table's data.
 *
 * @param objects number of objects that have rows
 * @param bytes size of these objects together
 */
public record TableSize(long objects, long bytes) {}
