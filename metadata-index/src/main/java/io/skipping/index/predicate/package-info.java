// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines predicates on rows, independent of any engine's plan and of any store.
 *
 * <p><b>Soundness.</b> For every range <i>r</i>, every row of <i>r</i> and every predicate <i>p</i>: if the row
 * satisfies <i>p</i>, then the verdict on (<i>r</i>, <i>p</i>) is not
 * {@link io.skipping.index.predicate.Verdict#CANNOT_MATCH}; and if the verdict is
 * {@link io.skipping.index.predicate.Verdict#MUST_MATCH}, then every row of <i>r</i> satisfies <i>p</i>. "Satisfies" is
 * SQL's TRUE: a row for which <i>p</i> is NULL does not satisfy it. Whatever is unknown, missing, NaN, truncated,
 * mistyped or unreadable is {@link io.skipping.index.predicate.Verdict#MAY_MATCH}. A false positive costs time; a false
 * negative is a wrong answer. Evaluators everywhere in this project link to this paragraph and add no definition of
 * their own.
 */
package io.skipping.index.predicate;
