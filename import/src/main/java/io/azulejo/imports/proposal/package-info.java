/**
 * Options and results of an import: the proposed schema with metadata and labels, and the cells.
 * Begin with {@link io.azulejo.imports.proposal.Proposal}.
 */
package io.azulejo.imports.proposal;
