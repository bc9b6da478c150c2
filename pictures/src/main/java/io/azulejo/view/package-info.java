/**
 * The local web page of {@code azulejo view}. {@link io.azulejo.view.ViewServer} serves the files
 * of the page and answers its requests as JSON. It is read-only, and talks only to the page that it
 * was opened for.
 */
package io.azulejo.view;
