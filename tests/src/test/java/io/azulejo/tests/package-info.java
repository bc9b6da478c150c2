/**
 * Tests of the engine that need the test kit: the corpus, models, sweeps of faults, hostile bytes.
 * Start at {@link io.azulejo.tests.CorpusTest}.
 */
package io.azulejo.tests;
