// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Has the tables and the queries of TPC-H. */
package io.skipping.testing.tpch;
