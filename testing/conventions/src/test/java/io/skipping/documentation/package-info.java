// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Checks what a program can check of the pages: links, messages, where numbers come from. */
package io.skipping.documentation;
