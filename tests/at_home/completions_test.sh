# What the shells complete.
# packages: bash bash-completion zsh fish

. "$ROOT/tests/at_home/installed.sh"

# bash finds the file by the name of the command.
XDG_DATA_DIRS=$prefix/share bash -c '
	. /usr/share/bash-completion/bash_completion
	_completion_loader opgen
	complete -p opgen' | grep '_opgen opgen'

fish() {
	HOME=$PWD XDG_DATA_DIRS=$prefix/share command fish -c "complete -C '$1'"
}
fish 'opgen --unr' | grep '^--unroll'
fish 'opgen --unroll ' | grep '^window'
fish 'opgen --target generic,aa' | grep '^generic,aarch64'
fish 'opgen -M' | grep '^-MF'

# zsh loads it and asks for the option's words; zpty is a terminal for it. It says when it
# has done what it was told, in a word that it was not told whole.
cat >ask.zsh <<'ASK'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; fpath=("$FUNCTIONS" $fpath); autoload -U compinit; compinit -u -D'
zpty -w shell "bindkey '^I' complete-word; setopt no_auto_menu; print re''ady"
zpty -r shell text '*ready*'
zpty -w -n shell $'opgen --unroll=win\t'
zpty -r shell text '*window*' && print -r -- "$text" | tail -1
ASK
FUNCTIONS=$prefix/share/zsh/site-functions timeout 60 zsh -f ask.zsh | tr -d '\r' | grep 'unroll=window'
