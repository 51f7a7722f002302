// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What users of Spark name: the extension. */
package io.skipping.spark;
