/** Tests of several modules together. Start at {@link io.azulejo.tests.CorpusTest}. */
package io.azulejo.tests;
