/**
 * Helpers shared by the tests of several modules: the corpus of arrays with expected contents,
 * contracts for stores, stores that track calls or fail, and sweeps over all possible failures.
 * Only tests may use this package. Start at {@link io.azulejo.testkit.CorpusFolder}, {@link
 * io.azulejo.testkit.StorageContract} and {@link io.azulejo.testkit.Scenario}.
 *
 * <p>The package depends on the engine, so the tests of module {@code core}, which is built
 * earlier, cannot use it. Tests of the engine that need it are in the module {@code tests}.
 */
package io.azulejo.testkit;
