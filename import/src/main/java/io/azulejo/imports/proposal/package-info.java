/**
 * What is asked of an import and what comes of it: options, a schema with all that belongs to it,
 * and cells. Begin with {@link io.azulejo.imports.proposal.Proposal}.
 */
package io.azulejo.imports.proposal;
