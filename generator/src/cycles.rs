//! Cycles in a graph of types: which of them contain each other.

/// The strongly connected component of every node: two nodes are in the same one exactly if each
/// reaches the other. This is Kosaraju's algorithm with explicit stacks, because a chain of a hundred
/// thousand types must not exhaust the stack of the process.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut backward = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            backward[to].push(from);
        }
    }
    let mut component = vec![usize::MAX; edges.len()];
    for root in finishing_order(edges).into_iter().rev() {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                open.extend(&backward[node]);
            }
        }
    }
    component
}

/// Whether each node is in a cycle: it leads to itself, directly or not.
pub(crate) fn in_cycle(edges: &[Vec<usize>]) -> Vec<bool> {
    let components = components(edges);
    let of_node = edges.iter().zip(&components);
    let in_cycle = of_node.map(|(targets, own)| {
        let mut targets = targets.iter().filter_map(|target| components.get(*target));
        targets.any(|component| component == own)
    });
    in_cycle.collect()
}

/// The nodes in an order in which, apart from cycles, every node follows the nodes that it leads to.
pub(crate) fn finishing_order(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    for root in 0..edges.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((node, next)) = open.pop() {
            match edges[node].get(next) {
                Some(&target) => {
                    open.push((node, next + 1));
                    if !std::mem::replace(&mut seen[target], true) {
                        open.push((target, 0));
                    }
                }
                None => order.push(node),
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn nodes_that_reach_each_other_share_a_component() {
        let edges = [vec![1], vec![2], vec![0, 3], vec![4], vec![]];
        let found = components(&edges);
        assert_eq!((found[0], found[1]), (found[1], found[2]));
        assert_ne!(found[2], found[3]);
        assert_ne!(found[3], found[4]);
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let length = 200_000;
        let edges: Vec<Vec<usize>> = (0..length).map(|node| vec![(node + 1) % length]).collect();
        assert!(components(&edges).windows(2).all(|pair| pair[0] == pair[1]));
    }
}
