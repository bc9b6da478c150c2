/**
 * What tests of several modules share: the corpus of arrays with what they hold, contracts, stores
 * that track and fail. Must never be used by what is not a test. Start at {@link
 * io.azulejo.testkit.CorpusFolder} and {@link io.azulejo.testkit.StorageContract}.
 *
 * <p>This depends on the engine, so the engine's own tests, which come before, can't use it: tests
 * of the engine that need something from here lie in the module {@code tests}.
 */
package io.azulejo.testkit;
