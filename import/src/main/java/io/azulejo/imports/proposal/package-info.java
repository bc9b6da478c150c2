/**
 * The options and results of an import. The results are the proposed schema with its metadata and
 * labels, and the cells. Begin with {@link io.azulejo.imports.proposal.Proposal}.
 */
package io.azulejo.imports.proposal;
