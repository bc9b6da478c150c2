/** Provides the threads that process parts of a file. */
package io.azulejo.text.work;
