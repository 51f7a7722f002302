// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.client.Node;
import org.elasticsearch.client.NodeSelector;

/**
 * Selects one node for each attempt, in turn. Without it, the client would send a request to the next node whatever
 * went wrong before, and could repeat a request that must not be repeated.
 */
final class RotatingNodeSelector implements NodeSelector {
    private final AtomicInteger turn = new AtomicInteger();
    private final ThreadLocal<String> selected = new ThreadLocal<>();

    @Override
    public void select(Iterable<Node> nodes) {
        List<Node> candidates = new ArrayList<>();
        nodes.forEach(candidates::add);
        if (candidates.isEmpty()) {
            return;
        }
        Node chosen = candidates.get(Math.floorMod(turn.getAndIncrement(), candidates.size()));
        for (Iterator<Node> iterator = nodes.iterator(); iterator.hasNext(); ) {
            if (iterator.next() != chosen) {
                iterator.remove();
            }
        }
        selected.set(chosen.getHost().toURI());
    }

    /** Returns the node of the last request that this thread started. */
    String selectedByThisThread() {
        String node = selected.get();
        return node == null ? "no node" : node;
    }
}
