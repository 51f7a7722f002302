// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** How the texts of a range begin, which decides {@code LIKE 'text%'} for paths and codes where there are few beginnings. */
package io.skipping.index.type.prefix;
