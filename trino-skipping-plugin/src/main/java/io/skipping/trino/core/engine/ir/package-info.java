// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads expressions of the engine's intermediate representation by reflection: its classes are on no plugin's class path. */
package io.skipping.trino.core.engine.ir;
