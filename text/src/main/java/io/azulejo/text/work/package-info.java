/** Threads that work on parts of a file. */
package io.azulejo.text.work;
