/**
 * Helpers shared by the tests of several modules: the corpus of arrays with expected contents,
 * contracts for stores, stores that track calls or fail, and sweeps over all possible failures.
 * Only tests may use this package. Start at {@link io.azulejo.testkit.CorpusFolder}, {@link
 * io.azulejo.testkit.StorageContract} or {@link io.azulejo.testkit.Scenario}.
 *
 * <p>The package depends on the engine. The module {@code core} is built before it, so tests in
 * {@code core} cannot use it. Engine tests that need this package are in the module {@code tests}.
 */
package io.azulejo.testkit;
