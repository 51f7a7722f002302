// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Which aggregates over a Hive table the index may answer, so that no object need be read. */
package io.skipping.trino.hive.answer;
