// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Contains what users of Spark name: the extension, and what builds indexes. */
package io.skipping.spark;
