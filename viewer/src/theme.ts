// Dark or light: what the system prefers, until someone says otherwise.

export type Theme = "dark" | "light";
/** Colours of lines in the picture, from the style sheet. */
export interface Inks {
  grid: string;
  outline: string;
  blocks: string;
  text: string;
  faint: string;
  lines: string[];
}

const KEY = "clastic-theme";

export class Themes {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private readonly listeners: (() => void)[] = [];

  constructor() {
    this.apply();
    this.system.addEventListener("change", () => this.apply());
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  get current(): Theme {
    return stored() ?? (this.system.matches ? "dark" : "light");
  }

  toggle(): void {
    const next = this.current === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where storage is forbidden the choice lasts as long as the page.
      memory = next;
    }
    this.apply();
  }

  get inks(): Inks {
    const style = getComputedStyle(document.documentElement);
    const ink = (name: string) => style.getPropertyValue(`--${name}`).trim();
    return {
      grid: ink("grid"),
      outline: ink("outline"),
      blocks: ink("blocks"),
      text: ink("text"),
      faint: ink("faint"),
      lines: [1, 2, 3, 4].map((i) => ink(`line-${i}`)),
    };
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.current;
    for (const listener of this.listeners) listener();
  }
}

let memory: Theme | undefined;

function stored(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "dark" || theme === "light" ? theme : memory;
  } catch {
    return memory;
  }
}
