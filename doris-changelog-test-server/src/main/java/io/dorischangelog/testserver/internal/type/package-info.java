/** Doris' types: declarations, literals, and what they look like in Arrow. */
@NullMarked
package io.dorischangelog.testserver.internal.type;

import org.jspecify.annotations.NullMarked;
