// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Examines a deployment, and says what to do about what it finds. */
package io.skipping.builder.doctor;
