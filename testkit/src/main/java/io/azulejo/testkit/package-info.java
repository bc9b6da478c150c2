/**
 * What tests of several modules share: the corpus of arrays with what they hold, contracts, stores
 * that track and fail, sweeps over all that can go wrong. Must never be used by what is not a test.
 * Start at {@link io.azulejo.testkit.CorpusFolder}, {@link io.azulejo.testkit.StorageContract} and
 * {@link io.azulejo.testkit.Scenario}.
 *
 * <p>This depends on the engine, so the engine's own tests, which come before, can't use it: tests
 * of the engine that need something from here lie in the module {@code tests}.
 */
package io.azulejo.testkit;
