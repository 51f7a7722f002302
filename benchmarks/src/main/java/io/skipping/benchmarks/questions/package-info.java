// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Compares what the questions of a new user take by the stock connector and with skipping, on trips of taxis. */
package io.skipping.benchmarks.questions;
