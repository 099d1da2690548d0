// argc and argv are arbitrary within C11 5.1.2.2.1.
// fencepost: verify -DSAY='assert(argc != 7)'
// fencepost: verify -DSAY='assert(argc >= 0)'
// fencepost: verify -DSAY='assert(argv[0])'
// fencepost: verify -DSAY='if(argc==2)assert(argv[0]&&argv[1]&&!argv[2])'
// fencepost: verify -DSAY='if(argc==2)argv[3]=0'
// fencepost: verify -DSAY='if(argc==2&&argv[1][0]==0)argv[1][1]=0'
// fencepost: verify -DSAY='if(argc==2&&argv[1][0]!=0)argv[1][1]=0'
// fencepost: verify -DSAY='if(argc==2&&argv[1][0]==45)assert(argv[1][1]!=45)'
// fencepost: verify -DSAY='if(argc>9)assert(argv[8]!=0)'
// fencepost: verify -DSAY='if(argc>9)assert(argv[1]!=0)'
// fencepost: verify -DSAY='if(argc==1){int(i)=0;while(argv[0][i])++i;assert(i<20);}'
// fencepost: verify -DSAY='if(argc==1){int(i)=0;while(argv[0][i])++i;assert(i<40);}'
// fencepost: verify -DSAY='assert(argc<3)' --args a
// fencepost: verify -DSAY='assert(argc==1&&!argv[1])' --args ''
// fencepost: verify -DSAY='assert(argc==3&&argv[1][0]==120&&argv[2][1]==32&&!argv[2][3]&&!argv[3])' --args 'x "y z"'
// fencepost: verify -DSAY='assert(argc==3&&argv[1][1]==0&&argv[2][0]==45)' --args a --args=-v
#include <assert.h>

int main(int argc, char** argv) {
  SAY;
  return 0;
}
