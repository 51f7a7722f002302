// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What can be checked of the pages by a program: links, messages, where numbers come from. */
package io.skipping.documentation;
