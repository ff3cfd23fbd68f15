function deep() { return deep() + 1; }
deep();
