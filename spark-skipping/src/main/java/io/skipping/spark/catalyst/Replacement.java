// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.catalyst;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import scala.runtime.AbstractPartialFunction;

/**
 * Replaces some nodes of a tree, when it is given to one of the tree's methods {@code transform…}.
 *
 * @param <T> nodes of the tree
 * @param <S> the only nodes that may be replaced
 */
public final class Replacement<T extends TreeNode<T>, S extends T> extends AbstractPartialFunction<T, T> {
    private final Class<S> type;
    private final Predicate<S> isReplaced;
    private final Function<S, ? extends T> replaced;

    private Replacement(Class<S> type, Predicate<S> isReplaced, Function<S, ? extends T> replaced) {
        this.type = requireNonNull(type, "type is null");
        this.isReplaced = requireNonNull(isReplaced, "isReplaced is null");
        this.replaced = requireNonNull(replaced, "replaced is null");
    }

    /**
     * Returns a replacement of nodes.
     *
     * @param type the class of the nodes that may be replaced
     * @param isReplaced returns whether a node of that class is replaced
     * @param replaced returns what is put in its place
     */
    public static <T extends TreeNode<T>, S extends T> Replacement<T, S> of(
            Class<S> type, Predicate<S> isReplaced, Function<S, ? extends T> replaced) {
        return new Replacement<>(type, isReplaced, replaced);
    }

    @Override
    public boolean isDefinedAt(T node) {
        return type.isInstance(node) && isReplaced.test(type.cast(node));
    }

    @Override
    public T apply(T node) {
        return replaced.apply(type.cast(node));
    }
}
