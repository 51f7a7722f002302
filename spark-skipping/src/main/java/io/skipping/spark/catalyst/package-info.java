// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Copies and changes Spark's trees, and makes Scala's collections, which are clumsy to do in Java. */
package io.skipping.spark.catalyst;
