// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Translates conditions on locations by the functions of Apache Sedona. Its classes are known by their names alone: a
 * session need not have them.
 */
package io.skipping.spark.sedona;
