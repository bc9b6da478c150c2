/**
 * What tests of several modules share: the corpus of arrays with what they hold. Must never be used
 * by what is not a test. Start at {@link io.azulejo.testkit.CorpusFolder}.
 */
package io.azulejo.testkit;
