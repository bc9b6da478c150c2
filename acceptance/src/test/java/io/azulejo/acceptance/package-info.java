/**
 * Tests of the whole: the command line as users start it, the examples of the documents, archives,
 * consumers of the published modules, and arrays read through Arrow. Start at {@link
 * io.azulejo.acceptance.ReadmeExamplesTest}.
 */
package io.azulejo.acceptance;
