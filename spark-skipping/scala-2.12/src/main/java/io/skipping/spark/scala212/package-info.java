// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Has what the adapter uses of Scala 2.13 and 2.12 lacks. */
package io.skipping.spark.scala212;
