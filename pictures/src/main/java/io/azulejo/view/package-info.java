/**
 * The local web page of {@code azulejo view}. {@link io.azulejo.view.ViewServer} serves the files
 * of the page and answers its requests as JSON. The server is read-only and answers only the page
 * that it was started for.
 */
package io.azulejo.view;
